import { match } from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'

test('a command in the background gets the Node flags of its server that limit memory, and no others', () => {
  const module = JSON.stringify(new URL('./run-command-in-child-process.ts', import.meta.url).href)
  const print = JSON.stringify(`--import=data:text/javascript,console.log('flags',process.execArgv.join())`)
  const program = `const { runCommandInChildProcess } = await import(${module})
    const env = { ...process.env, NODE_OPTIONS: ${print} }
    console.log(await runCommandInChildProcess(['--help'], env, new AbortController().signal))`
  const flags = ['--max-semi-space-size=4', '--no-warnings', '--heap-growing-percent=30', '--input-type=module']
  const output = execFileSync(process.execPath, [...flags, '-e', program], { encoding: 'utf8' })
  match(output, /^flags --max-semi-space-size=4,--heap-growing-percent=30$/m)
})
