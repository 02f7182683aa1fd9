# make help lists the targets. Long steps print what they do; missing prerequisites are named first.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

CASES ?= parity/cases
FAULTS ?=
SUITE ?= plans
MINUTES ?= 10
SEED ?=
SEEDS ?= 20
FORMS ?=
MVN := mvn -B

.PHONY: help demo build test lint parity mutants recovery fuzz bench edges golden dist

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 18

demo: build ## run the stateless Nexmark queries on stock Flink and natively, and compare
	parity/run.sh demo

build: ## build everything, without tests; afterwards bin/sf-plan runs from the checkout
	@bin/check-prerequisites.sh build
	bin/build-native.sh
	$(MVN) -q package -DskipTests
	@echo "Built $$(ls flink-plugin/dist/target/flink-streamfusion-*.jar)"

test: ## every check and test: format and lint, engine, Java, goldens, parity, a real Flink
	bin/test.sh

lint: ## the cheap checks of `make test`
	@bin/check-prerequisites.sh build
	bin/lint.sh

parity: build ## run the parity case files of CASES=DIR and print a verdict per case
	parity/run.sh parity "$(CASES)"

mutants: build ## parity must notice each deliberate fault of the engine (FAULTS="name name" for some)
	library="$$(bin/build-mutants.sh)" && \
	STREAMFUSION_MUTANTS="$$library" parity/run.sh mutants $(FAULTS) && \
	{ [ -n "$(FAULTS)" ] || bin/timer-mutants.sh "$$library"; }

recovery: build ## stop and restore aggregates at SEEDS=n seeded points (FORMS="name name" for some)
	parity/run.sh recovery $(SEEDS) $(FORMS)

fuzz: build ## random tests: SUITE=plans mutates plans; SUITE=state MINUTES=n [SEED=s] runs stateful queries
ifeq ($(SUITE),state)
	parity/run.sh fuzz --minutes=$(MINUTES) $(if $(SEED),--seed=$(SEED))
else
	$(MVN) -q test -pl flink-plugin/runtime -am -Dtest=PlanMutationsTest \
	  -Dsurefire.failIfNoSpecifiedTests=false
endif

bench: build ## Nexmark and sums by key on both engines, generator to blackhole; writes docs/benchmarks*.md
	parity/run.sh bench

edges: build ## what a row costs on its way into and out of the engine, beside Flink's copy
	bin/bench-edges.sh

golden: build ## regenerate the golden plans
	bin/sf-plan golden update --lib parity/target/classes golden-plans

dist: build ## the jar for Flink's lib folder, for bin/install-flink.sh, and sf-plan's tarball
	@ls -l flink-plugin/dist/target/flink-streamfusion-*.jar
	@bin/build-tarball.sh
