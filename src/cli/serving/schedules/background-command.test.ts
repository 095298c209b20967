import { match } from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'

for (const [command, flags, expected] of [
  [
    '--help',
    ['--max-semi-space-size=5', '--heap-growing-percent=40'],
    '--max-semi-space-size=5,--heap-growing-percent=40',
  ],
  [
    'import',
    ['--max-semi-space-size=5', '--heap-growing-percent=40'],
    '--max-semi-space-size=4,--heap-growing-percent=30',
  ],
  ['import', [], '--max-semi-space-size=4,--heap-growing-percent=30'],
] as const) {
  test(`the command ${command} in the background gets Node flags that limit memory: ${expected}`, () => {
    const module = JSON.stringify(new URL('./run-command-in-child-process.ts', import.meta.url).href)
    const print = JSON.stringify(`--import=data:text/javascript,console.log('flags',process.execArgv.join())`)
    const program = `const { runCommandInChildProcess } = await import(${module})
    const env = { ...process.env, NODE_OPTIONS: ${print} }
    console.log(await runCommandInChildProcess(['${command}', '--help'], env, new AbortController().signal))`
    const output = execFileSync(process.execPath, [...flags, '--no-warnings', '--input-type=module', '-e', program], {
      encoding: 'utf8',
    })
    match(output, new RegExp(`^flags ${expected}$`, 'm'))
  })
}

test('an import has a lower priority than a server, also if it is started by hand', () => {
  const program = new URL('../../../../bin/almanac.js', import.meta.url).pathname
  const print = JSON.stringify(
    `--import=data:text/javascript,import os from 'node:os';console.log('nice',os.getPriority())`,
  )
  const env = { ...process.env, NODE_OPTIONS: print }
  const output = execFileSync(process.execPath, [program, 'import', '--help'], { encoding: 'utf8', env })
  match(output, /^nice 10$/m)
})
