#!/usr/bin/env node
// Not built, because npm links a command only if its file exists when it installs the repository.
import '../dist/main.js'
