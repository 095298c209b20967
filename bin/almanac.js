#!/usr/bin/env node
// JavaScript without newer syntax, so that an old version of Node prints a message instead of a syntax error.
import { existsSync } from 'node:fs'
import module from 'node:module'
import { getPriority, setPriority } from 'node:os'
import process from 'node:process'

const [major] = process.versions.node.split('.').map(Number)
if (major < 24) {
  process.stderr.write(
    `almanac: this is Node ${process.versions.node}, but Node 24 or newer is needed: install it (https://nodejs.org), or run \`npm ci\` without --omit=dev, which installs it for \`npm start\` and \`npx almanac\`.\n`,
  )
  process.exitCode = 1
} else {
  // An import creates many objects that live for a second, in two threads. Without these flags and with a separate area of
  // memory (arena) for each thread, it takes more than 400 MB. They have an effect only when a process starts, so the
  // process is replaced, if the operating system can do that.
  if (
    process.argv[2] === 'import' &&
    process.execve &&
    !process.execArgv.some((flag) => flag.startsWith('--max-semi-space-size'))
  ) {
    // A server on the same machine comes first.
    setPriority(Math.max(getPriority(), 10))
    const flags = ['--max-semi-space-size=4', '--heap-growing-percent=30', ...process.execArgv]
    process.execve(process.execPath, [process.execPath, ...flags, ...process.argv.slice(1)], {
      ...process.env,
      MALLOC_ARENA_MAX: '1',
    })
  }
  // Later starts reuse the compiled code instead of stripping types and compiling again.
  module.enableCompileCache()
  // Packages contain `dist` instead of `src`: see build/compile.ts.
  const isPackage = !existsSync(new URL('../src/main.ts', import.meta.url))
  const folder = new URL(isPackage ? '../dist/' : '../src/', import.meta.url).href
  // Resolves relative imports that name the whole file. Node would examine folders and `package.json` files for each of
  // more than a thousand modules, which takes a sixth of the processor time of a start.
  module.registerHooks({
    resolve(specifier, context, next) {
      const format = specifier.startsWith('.') && formatOfFile(specifier, context.parentURL ?? '', folder)
      if (!format) return next(specifier, context)
      return { url: new URL(specifier, context.parentURL).href, format, shortCircuit: true }
    },
  })
  await import(isPackage ? '../dist/main.js' : '../src/main.ts')
}

// The format of a module, as Node names it; undefined if only Node can find it out.
function formatOfFile(path, importer, folder) {
  if (path.endsWith('.ts')) return 'module-typescript'
  if (path.endsWith('.mjs') || (path.endsWith('.js') && importer.startsWith(folder))) return 'module'
  return undefined
}
