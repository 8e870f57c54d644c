package extract

import "time"

// killDelay is how long a killed child's pipes may stay open.
const killDelay = 5 * time.Second
