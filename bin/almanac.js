#!/usr/bin/env node
// JavaScript without newer syntax, so that an old version of Node prints a message instead of a syntax error.
import module from 'node:module'
import process from 'node:process'

const [major] = process.versions.node.split('.').map(Number)
if (major < 24) {
  process.stderr.write(
    `almanac: Node 24 or newer is needed, this is ${process.versions.node}; \`npm start\` uses the one installed with the packages.\n`,
  )
  process.exitCode = 1
} else {
  // Later starts reuse the compiled code instead of stripping types and compiling again.
  module.enableCompileCache()
  await import('../src/main.ts')
}
