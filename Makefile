# make lab        set up, build the lab, apply its plan, verify it; LAB=NAME for another one beside it
# make lab-drill  lay faults, and show that verify names each and apply mends it
# make lab-down   remove the lab
# make rack       the same on two virtual machines with real kernels; RACK=NAME for another one beside it
# make rack-down  remove the virtual machines
# make test       set up and run every test but those on virtual machines
# make test-vm    run every test on virtual machines (30 minutes at most)
# make clean      remove the image, the caches and the virtual environment
SHELL := /bin/bash
PYTHON ?= python3
LAB ?= lab
RACK ?= rack

VENV := .venv
BIN := $(VENV)/bin
STAMPS := .cache/stamps
export PATH := $(CURDIR)/$(BIN):$(PATH)
export CONTAINERS_CONF := $(CURDIR)/.cache/containers.conf
export TF_CLI_CONFIG_FILE := $(CURDIR)/.cache/terraform/terraformrc
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PYTHONDONTWRITEBYTECODE := 1

.DELETE_ON_ERROR:
.PHONY: setup lab lab-drill lab-down rack rack-down test test-vm clean image inventory

setup: $(STAMPS)/python $(STAMPS)/collection $(STAMPS)/terraform $(STAMPS)/provider .cache/containers.conf image

$(STAMPS):
	@mkdir -p $@

$(STAMPS)/debian: lab/debian.py | $(STAMPS)
	@$(PYTHON) lab/debian.py
	@touch $@

$(STAMPS)/python: pyproject.toml lab/pins.py $(STAMPS)/debian
	@test -x $(BIN)/python || { echo "Making the virtual environment $(VENV) ..."; $(PYTHON) -m venv $(VENV); }
	@echo "Installing the Python packages that pyproject.toml pins (a minute or two the first time) ..."
	@$(BIN)/python lab/pins.py test report > .cache/requirements.txt
	@$(BIN)/python -m pip install -qq --requirement .cache/requirements.txt
	@touch $@

# The repository root is the collection disagg.cluster; Ansible finds it under this path.
$(STAMPS)/collection: | $(STAMPS)
	@mkdir -p .collections/ansible_collections/disagg
	@ln -sfn ../../.. .collections/ansible_collections/disagg/cluster
	@touch $@

$(STAMPS)/terraform: lab/terraform_binary.py $(STAMPS)/python
	@$(BIN)/python lab/terraform_binary.py
	@touch $@

$(STAMPS)/provider: $(wildcard terraform/providers/lab/install.py) $(STAMPS)/python
	@echo "Installing the lab's Terraform provider under .cache/terraform ..."
	@$(BIN)/python terraform/providers/lab/install.py .cache/terraform > /dev/null
	@touch $@

.cache/containers.conf: lab/container_engine.py $(STAMPS)/debian
	@echo "Looking for container settings that work on this host ..."
	@$(PYTHON) lab/container_engine.py > /dev/null
	@touch $@

image: .cache/containers.conf
	@$(PYTHON) lab/image/build.py > /dev/null

inventory: setup
	@$(PYTHON) lab/new_lab.py $(LAB)

# Terraform's steps are shown as they happen; site.yml need not provision a second time.
lab: inventory
	@: > .cache/progress-$(LAB); tail -n 0 -f .cache/progress-$(LAB) & follow=$$!; \
	ansible-playbook -i localhost, playbooks/provision.yml -e cluster=$(LAB) \
	  -e terraform_progress=$(CURDIR)/.cache/progress-$(LAB); code=$$?; kill $$follow; exit $$code
	ansible-playbook -i inventories/$(LAB)/nodes.yml playbooks/site.yml --skip-tags provision

lab-drill: inventory
	@$(BIN)/python -m lab.drill $(LAB)

lab-down: $(STAMPS)/collection $(STAMPS)/terraform $(STAMPS)/provider .cache/containers.conf
	@test -d inventories/$(LAB) || { echo "lab: there is no inventories/$(LAB)" >&2; exit 1; }
	ansible-playbook -i localhost, playbooks/destroy.yml -e cluster=$(LAB)
	@$(PYTHON) lab/new_lab.py --remove $(LAB)

# Nothing of it needs a container or the lab's provider: Terraform only works out the nodes.
rack: $(STAMPS)/python $(STAMPS)/collection $(STAMPS)/terraform
	@$(BIN)/python lab/new_lab.py $(RACK) rack
	ansible-playbook -i localhost, playbooks/provision.yml -e cluster=$(RACK)
	@$(BIN)/python -m lab.vm up $(RACK)
	ansible-playbook -i inventories/$(RACK)/nodes.yml playbooks/site.yml --skip-tags provision

rack-down: $(STAMPS)/python
	@test -d inventories/$(RACK) || { echo "rack: there is no inventories/$(RACK)" >&2; exit 1; }
	@$(BIN)/python -m lab.vm down $(RACK)
	@$(BIN)/python lab/new_lab.py --remove $(RACK)

test-vm: $(STAMPS)/python $(STAMPS)/collection $(STAMPS)/terraform
	@$(BIN)/python -m pytest tests/vm

test: setup
	@$(PYTHON) lab/debian.py --judges
	@$(BIN)/python tests/lanes.py

clean:
	@if [ -e .cache/containers.conf ]; then $(PYTHON) lab/image/build.py --remove; fi
	@if [ -x $(BIN)/python ]; then $(BIN)/python lab/vm/build.py --remove; fi
	@rm -rf .cache $(VENV) .collections tests/output .mypy_cache .ruff_cache .pytest_cache
	@echo "Removed the images of lab and guests, the caches and the virtual environment."
