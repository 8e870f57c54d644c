package program

// Due is due, for tests.
const Due = due
