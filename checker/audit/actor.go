package audit

import "context"

type actorKey struct{}

// By returns a context in which somebody acts: what is done in it is recorded as
// theirs.
func By(ctx context.Context, a Actor) context.Context {
	return context.WithValue(ctx, actorKey{}, a)
}

// ActorOf returns who acts in a context; the program itself where nobody does.
func ActorOf(ctx context.Context) Actor {
	a, _ := ctx.Value(actorKey{}).(Actor)
	return a
}
