module peers

go 1.26

require github.com/ekzhu/minhash-lsh v0.0.0-20171225071031-5c06ee8586a1

require github.com/dgryski/go-minhash v0.0.0-20170608043002-7fe510aff544 // indirect
