import { nearestName } from '../kernel/nearest-name.ts'
import { SettingError } from '../serve/setting-values.ts'
import { addClient } from './client/client.ts'
import { conformance } from './conformance/conformance.ts'
import { GROUP_NAMES } from './conformance/groups.ts'
import { doctor } from './doctor/doctor.ts'
import { explain } from './explain.ts'
import { init } from './init/init.ts'
import { keys } from './keys/keys.ts'
import type { Place } from './place.ts'
import { settings } from './settings/settings.ts'
import { start } from './start.ts'
import { unlock } from './unlock/unlock.ts'
import { verifyAudits } from './verify-audits/verify-audits.ts'

interface Command {
  /** Describes the command in the list of commands. */
  summary: string
  /** Ways to call it. */
  usage: readonly string[]
  help: string
  run(args: readonly string[], place: Place): Promise<void>
}

const withoutArguments =
  (name: string, run: (place: Place) => Promise<void>): Command['run'] =>
  (args, place) => {
    if (args.length > 0)
      throw new SettingError(
        `${name} takes no argument such as '${args[0]}': its settings are environment variables and front-entry.config.json.`,
      )
    return run(place)
  }

/** Thrown if no command is named; the list of commands is printed below the message. */
class UsageError extends Error {
  override readonly name = 'UsageError'
}

export const COMMANDS: Readonly<Record<string, Command>> = {
  init: {
    summary: 'Sets up a server: settings, sealing key and operator account.',
    usage: [
      'init --name <application> --url <its origin> --api-url <origin of the server> --email <administrator> [--force]',
    ],
    help: `Writes front-entry.config.json and a sealing key, creates the operator account, and prints a link that works once,
with which its first administrator chooses a password. At a terminal it asks for flags that are missing.
--force overwrites the settings file and keeps the key and the client ID.`,
    run: (args, place) => init(args, process.env, place),
  },
  serve: {
    summary: 'Runs the server.',
    usage: ['serve'],
    help: `Runs the server with the settings of the environment and of front-entry.config.json until SIGTERM or SIGINT.`,
    run: withoutArguments('serve', start),
  },
  doctor: {
    summary: 'Checks settings, database, mail, DNS and release, and says how to fix a fault.',
    usage: ['doctor'],
    help: `Checks the settings and what they lead to, and prints a line per check: ok, warning or fault, with the fix.
Exits with 1 when there is a fault. It changes nothing and prints no secret.`,
    run: withoutArguments('doctor', (place) => doctor(process.env, place)),
  },
  settings: {
    summary: "Writes or applies the file of the vendor's settings: ways to sign in, plans, features.",
    usage: ['settings pull [<file>]', 'settings apply [<file>] [--dry-run]'],
    help: `"pull" writes the vendor's settings of the database to a file, front-entry.vendor.json unless another is named.
"apply" makes them what the file says and prints what changed; with --dry-run it prints what would change.`,
    run: (args, { root }) => settings(args, process.env, root),
  },
  client: {
    summary: 'Registers an application that signs its users in by OpenID Connect.',
    usage: ['client --name <application> --redirect-uri <URL> [--redirect-uri <URL>] [--logout-uri <URL>] [--public]'],
    help: `Registers an application that signs its users in by OpenID Connect, and prints its client ID and, once, its secret.
--redirect-uri and --logout-uri can be repeated. --public registers an application that can't keep a secret, such as a
page or a mobile app. Such an app may have URLs with a scheme of its own, such as com.example.shop:/callback, and choose the
port of http://127.0.0.1/.`,
    run: (args, { root }) => addClient(args, process.env, root),
  },
  keys: {
    summary: 'Replaces or lists the keys that sign tokens, and replaces the sealing key.',
    usage: ['keys list [--public]', 'keys rotate [--algorithm <RS256 or ES256>]', 'keys rotate --sealing'],
    help: `"rotate" makes a new key that signs tokens, for the algorithm of the settings unless --algorithm names another one. It
is published at once and signs when every process has read it; users stay signed in. Keys whose last token has ended are
removed. With --sealing, it seals the keys in the database with SEALING_KEY_NEXT in place of SEALING_KEY instead.
"list" shows the keys; with --public it prints their public parts as a key set, also those of keys that ended.`,
    run: (args, { root }) => keys(args, process.env, root),
  },
  unlock: {
    summary: 'Turns off what locked the administrators out of an account.',
    usage: ['unlock --tenant <ID or alias>'],
    help: `Turns off what locked the administrators out of an account: its IP restrictions, required second factor, email
domain restrictions and required single sign-on. It needs the settings of the database alone.`,
    run: (args, place) => unlock(args, process.env, place),
  },
  'verify-audits': {
    summary: 'Verifies an exported audit log offline.',
    usage: ['verify-audits <audits.jsonl> [--keys <file or URL of the key set>]'],
    help: `Verifies an exported audit log, without a server or database. With --keys it also proves who signed it.
Exits with 1 when a row was altered, removed or inserted, and with 2 when it could not verify the file.`,
    run: verifyAudits,
  },
  conformance: {
    summary: 'Compares any server with the contract over HTTP.',
    usage: [
      `conformance --base-url <origin of a server> --user <email> [--password-file <file>] [--origin <origin of a page>]
    [--url-prefix <path>] [--only <group>] [--json <file>] [--changes]`,
    ],
    help: `Compares any server with the contract over HTTP, and prints which parts of the front end work with it. The password is
that of the file, of the variable CONFORMANCE_PASSWORD, or asked for. It signs in once, changes nothing unless --changes allows
it, and deletes what it made. --origin also checks CORS. Groups of calls: ${GROUP_NAMES.join(', ')}.
Exits with 1 when a call differs, and with 2 when the server can't be reached or the user can't be signed in.`,
    run: (args, place) => conformance(args, process.env, place),
  },
}

const NAME_WIDTH = 15

const listFor = (place: Place): string =>
  [
    'Commands:',
    ...Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(NAME_WIDTH)}${summary}`),
    '',
    `${place.call('<command> --help')} explains a command.`,
  ].join('\n')

const HELP_FLAGS = ['--help', '-h', 'help']
const VERSION_FLAGS = ['--version', '-v']

const helpFor = ({ usage, help }: Command, place: Place): string =>
  `Usage:\n${usage.map((way) => `  ${place.call(way)}\n`).join('')}\n${help}`

const run = async ([name = '', ...args]: readonly string[], place: Place): Promise<void> => {
  if (VERSION_FLAGS.includes(name)) return console.log(place.version)
  const isHelp = [name, ...args].some((word) => HELP_FLAGS.includes(word))
  const typed = [name, ...args].find((word) => !HELP_FLAGS.includes(word)) ?? ''
  const command = Object.hasOwn(COMMANDS, typed) ? COMMANDS[typed] : undefined
  if (command) return isHelp ? console.log(helpFor(command, place)) : command.run(args, place)
  if (isHelp && !typed) return console.log(listFor(place))
  if (!typed) throw new UsageError('The command is missing.')
  const meant = nearestName(typed, Object.keys(COMMANDS))
  throw new UsageError(`There is no command '${typed}'${meant ? `; did you mean ${meant}?` : '.'}`)
}

/** Runs the command that `args` names. The process exits with 1 after an error. */
export const runCommand = async (args: readonly string[], place: Place): Promise<void> => {
  try {
    await run(args, place)
  } catch (error) {
    console.error(error instanceof UsageError ? `${error.message}\n\n${listFor(place)}` : explain(error))
    process.exit(1)
  }
}
