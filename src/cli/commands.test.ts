import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it, mock } from 'node:test'
import { COMMANDS, runCommand } from './commands.ts'
import type { Place } from './place.ts'

const folder = mkdtempSync(join(tmpdir(), 'front-entry-commands-'))

const PLACE: Place = {
  root: folder,
  release: folder,
  version: '6.1.0',
  readSchemas: async () => assert.fail('The schemas were read'),
  call: (command) => `npx front-entry ${command}`,
  build: '',
}

/** Runs the command, and returns what it printed and the exit code. */
const run = async (...args: readonly string[]) => {
  let printed = ''
  let code = 0
  const print = (text: string) => {
    printed += `${text}\n`
  }
  const mocks = [mock.method(console, 'log', print), mock.method(console, 'error', print)]
  const exit = mock.method(process, 'exit', ((status: number) => {
    code = status
  }) as typeof process.exit)
  try {
    await runCommand(args, PLACE)
  } finally {
    for (const { mock: each } of [...mocks, exit]) each.restore()
  }
  return { printed, code }
}

describe('the command', () => {
  after(() => rmSync(folder, { recursive: true }))

  it('lists every command with its purpose, and explains each', async () => {
    const { printed, code } = await run('help')
    assert.equal(code, 0)
    for (const name of Object.keys(COMMANDS)) {
      assert.match(printed, new RegExp(`^  ${name} +[A-Z].{10,95}\\.$`, 'm'))
      assert.match((await run(name, '--help')).printed, new RegExp(`^Usage:\n  npx front-entry ${name}[^]*\n\n[A-Z"]`))
    }
    assert.match(printed, /npx front-entry <command> --help explains a command\./)
    assert.deepEqual(await run('help', 'keys'), await run('keys', '-h'))
  })

  it('prints the version', async () => {
    assert.deepEqual(await run('--version'), { printed: '6.1.0\n', code: 0 })
  })

  for (const [args, message] of [
    [[], /^The command is missing\.\n\nCommands:\n/],
    [['srve'], /^There is no command 'srve'; did you mean serve\?\n\nCommands:\n/],
    [['help', 'nothing'], /^There is no command 'nothing'\.\n\nCommands:\n/],
    [['serve', '--port', '3000'], /^serve takes no argument such as '--port': its settings are environment variables/],
    [['init', '--nam', 'Acme'], /^There is no flag '--nam'; did you mean --name\?\n$/],
    [['unlock', '--account=acme'], /^There is no flag '--account'\. The flags are --tenant\.\n$/],
    [['settings', 'pull', '--dry'], /^There is no flag '--dry'; did you mean --dry-run\?\n$/],
    [
      ['init', '--name', 'Acme', '--url', 'https://app.example.com', '--api-url', 'http://id.example.com'],
      /^--api-url must start with https:\/\/, except on localhost/,
    ],
  ] as const)
    it(`refuses \`${args.join(' ') || 'nothing'}\` and says what is wrong`, async () => {
      const { printed, code } = await run(...args)
      assert.equal(code, 1)
      assert.match(printed, message)
    })

  for (const [content, message] of [
    ['{\n  "apiUrl": "https://id.example.com"\n  "client": {}\n}', /json:2: a comma is missing after this\.$/m],
    ['', /json:1: /],
    ['[]', /json must be a JSON object/],
    ['{"apUrl": "https://id.example.com"}', /there is no setting 'apUrl'; did you mean apiUrl\?/],
  ] as const)
    it(`names the fault of a settings file: ${JSON.stringify(content)}`, async () => {
      writeFileSync(join(folder, 'front-entry.config.json'), content)
      const { printed, code } = await run('serve')
      assert.equal(code, 1)
      assert.match(printed, message)
    })
})
