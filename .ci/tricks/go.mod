module tricks

go 1.26
