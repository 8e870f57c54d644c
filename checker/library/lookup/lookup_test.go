package lookup_test

import "zhiwen/checker/library/librarytest"

// What tests of other packages use too.
var (
	upload, document, units  = librarytest.Upload, librarytest.Document, librarytest.Units
	inTx, call, create, load = librarytest.InTx, librarytest.Call, librarytest.Create, librarytest.Load
)
