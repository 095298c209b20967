#!/usr/bin/env node
// Plain JavaScript that every Node can read, so that an old one gets a sentence instead of a syntax error.
import module from 'node:module'
import process from 'node:process'

const [major] = process.versions.node.split('.').map(Number)
if (major < 24) {
  process.stderr.write(
    `almanac: Node 24 or newer is needed, this is ${process.versions.node}; \`npm start\` brings its own.\n`,
  )
  process.exitCode = 1
} else {
  // From the second start on, nothing is stripped of its types and compiled again, and what does that is not even loaded.
  module.enableCompileCache()
  await import('../src/main.ts')
}
