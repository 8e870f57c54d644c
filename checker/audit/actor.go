package audit

import "context"

type actorKey struct{}

// By returns a context for the actions of an actor: they are recorded in its name.
func By(ctx context.Context, a Actor) context.Context {
	return context.WithValue(ctx, actorKey{}, a)
}

// ActorOf returns the actor of a context, by default the program itself.
func ActorOf(ctx context.Context) Actor {
	a, _ := ctx.Value(actorKey{}).(Actor)
	return a
}
