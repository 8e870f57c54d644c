package webhook

// Due is due, for tests.
const Due = due
