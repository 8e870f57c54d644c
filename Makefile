# Every target is a script of .ci, which also installs what it needs; .ci/run is
# what a continuous build runs.

.DEFAULT_GOAL := help
.PHONY: help run build test race lint licences bench bench-peers fuzz soak image eval eval-duplicates eval-extract eval-tricks pictures docs clean

FUZZTIME ?= 10s
MINUTES ?= 10

help: ## this list
	@echo 'make run      build and start the web app on http://127.0.0.1:8080/'
	@echo 'make test     all tests, on SQLite and PostgreSQL and in a browser'
	@echo 'make build    bin/zhiwen and its dictionaries'
	@echo 'make lint     format, imports, suspicious code'
	@echo 'make licences what the program is built of, with licences, into THIRD_PARTY.md'
	@echo 'make race     tests in which something runs beside something else, with the race detector'
	@echo 'make bench    benchmarks'
	@echo 'make bench-peers  other programs over the same texts (EVAL=DIR, CORPUS=DIR,…, PEERS=DIR)'
	@echo 'make fuzz     2,000 damaged files of each format and bombs, then each fuzz target for a while (FUZZTIME=$(FUZZTIME))'
	@echo 'make soak     the real server under load, kills, and databases and disks that fail (MINUTES=$(MINUTES))'
	@echo 'make image    the root of the container image by the steps of Dockerfile, and the program in it, without an engine (as root)'
	@echo 'make eval     detection quality on the sets of a folder (EVAL=DIR)'
	@echo 'make eval-duplicates  what each method finds of copied texts, made of a folder of texts (EVAL=DIR)'
	@echo 'make eval-extract  reading against LibreOffice and pdftotext on a folder (EVAL=DIR)'
	@echo 'make eval-tricks  whether hidden, diluted and feigned copies pass as clean, into docs/tricks.md (REAL=DIR: flags on real files)'
	@echo 'make pictures  the pictures of the Chinese manuals (docs/zh) and of README'
	@echo 'make docs     commands, flags, files, links and examples of README and docs, against the program'
	@echo 'make clean    remove what make has built'
	@echo
	@echo 'run and test install what is missing through the package manager.'

# Without the font and tesseract the app runs: some PDF files lose their
# Chinese, and scans are not read.
run: build
	@.ci/need.sh --try font tesseract
	@exec bin/zhiwen serve

build:
	@.ci/build.sh

test:
	@.ci/test.sh

race:
	@.ci/race.sh

lint:
	@.ci/lint.sh

licences:
	@.ci/licences.sh

bench:
	@.ci/test.sh -timeout=60m -run '^$$' -bench . -benchmem ./...

bench-peers:
	@.ci/bench-peers.sh '$(EVAL)' '$(CORPUS)' '$(PEERS)'

fuzz:
	@.ci/fuzz.sh $(FUZZTIME)

soak:
	@.ci/soak.sh '$(MINUTES)'

image:
	@.ci/image.sh

eval:
	@.ci/eval.sh '$(EVAL)'

eval-duplicates:
	@.ci/eval-duplicates.sh '$(EVAL)'

eval-extract:
	@.ci/eval-extract.sh '$(EVAL)'

eval-tricks:
	@.ci/eval-tricks.sh '$(REAL)'

pictures:
	@ZHIWEN_TEST_PICTURES=$(CURDIR)/docs/zh .ci/test.sh -run 'TestPictures|TestManuals' ./server

docs:
	@.ci/test.sh -run 'TestDocs|TestPromisesHaveTests|TestManuals|TestSettingsAreDocumented|TestCurlExamples' ./server

clean:
	rm -rf bin .cache
