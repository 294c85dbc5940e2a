# Attention by Hand. `make lab` opens the course, `make test` runs every test.
# ARGS is passed on:  make lab ARGS="--no-browser --port 8899"   make test ARGS="-k setup"
# PYTHON chooses the interpreter:  make lab PYTHON=python3.13

ifndef PYTHON
PYTHON := $(shell for name in python3 python3.14 python3.13 python3.12 python3.11 python; do \
    if $$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; \
    then echo $$name; break; fi; done)
endif

.PHONY: help lab test release widgets demo hub site pins

help:
	@echo "make lab      open the course in JupyterLab"
	@echo "make test     run every test, browser tests included"
	@echo "make release  generate release/ from source/"
	@echo "make widgets  bundle the widgets' JavaScript and CSS (needs Node.js)"
	@echo "make demo     grade three submissions from start to finish in a temporary folder"
	@echo "make hub      run a JupyterHub with an invented class, for a look"
	@echo "make site     build the students' notebooks as a static site that needs no server"
	@echo "make pins     make the requirement files again (needs uv)"

lab test release widgets demo hub site pins:
ifeq ($(PYTHON),)
	@echo "No Python 3.11 or newer on PATH. Install one (Debian, Ubuntu: apt install python3 python3-venv;" \
	    "elsewhere: https://www.python.org/downloads/) and run make $@ again." >&2; exit 1
else
	@$(PYTHON) scripts/environment.py $@ $(ARGS)
endif
