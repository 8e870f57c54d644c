package hint

// The weights and tails are what .ci/measure/rewritten -fit prints (docs/hint-engine.md says of which sets).

// monolingual decides about places of the language of the window, by that language.
var monolingual = [languages]model{Chinese: {weights: sameWeights, tails: [subjects]tail{{0}, {0}, {0}}}, English: {weights: sameWeights, tails: [subjects]tail{{0}, {0}, {0}}}}

var sameWeights = Features{1}

// across decides about places of the other language.
var across = model{weights: Features{1}, tails: [subjects]tail{{0}}}
