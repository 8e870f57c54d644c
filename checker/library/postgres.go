package library

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"
)

func openPostgres(ctx context.Context, c Config) (*Store, error) {
	cfg, err := pgxpool.ParseConfig(c.DatabaseURL)
	if err != nil {
		return nil, err // pgx leaves the password out of its message
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, err
	}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, fmt.Errorf("connect: %w", err)
	}
	return &Store{Reader: Reader{q: pool}, pool: pool}, nil
}
