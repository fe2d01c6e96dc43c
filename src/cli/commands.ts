import { addClient } from './client/client.ts'
import { conformance } from './conformance/conformance.ts'
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
  usage: string
  help: string
  run(args: readonly string[], place: Place): Promise<void>
}

const withoutArguments =
  (run: (place: Place) => Promise<void>): Command['run'] =>
  (args, place) => {
    if (args.length > 0) throw new UsageError(`There is no argument '${args[0]}'.`)
    return run(place)
  }

/** Thrown for a malformed call; the usage is printed below the message. */
class UsageError extends Error {
  override readonly name = 'UsageError'
}

export const COMMANDS: Readonly<Record<string, Command>> = {
  init: {
    usage:
      'init --name <application> --url <its origin> --api-url <origin of the server> --email <administrator> [--force]',
    help: `Writes front-entry.config.json and a sealing key, creates the operator account, and prints a link that works once,
with which its first administrator chooses a password. At a terminal it asks for flags that are missing.
--force overwrites the settings file and keeps the key and the client ID.`,
    run: (args, place) => init(args, process.env, place),
  },
  serve: {
    usage: 'serve',
    help: `Runs the server with the settings of the environment and of front-entry.config.json until SIGTERM or SIGINT.`,
    run: withoutArguments(start),
  },
  settings: {
    usage: 'settings apply [<file>] [--dry-run]',
    help: `Makes the vendor's settings what a file says, front-entry.vendor.json unless another is named, and prints what
changed. With --dry-run it prints what would change. "settings pull [<file>]" writes the file.`,
    run: (args, { root }) => settings(args, process.env, root),
  },
  client: {
    usage: 'client --name <application> --redirect-uri <URL> [--redirect-uri <URL>] [--logout-uri <URL>] [--public]',
    help: `Registers an application that signs its users in by OpenID Connect, and prints its client ID and, once, its secret.
--public registers one that can't keep a secret, such as a page or a mobile app.`,
    run: (args, { root }) => addClient(args, process.env, root),
  },
  keys: {
    usage: 'keys rotate [--algorithm <RS256 or ES256>] [--sealing]',
    help: `Makes a new key that signs tokens, for the algorithm of the settings unless --algorithm names another one. It is
published at once and signs when every process has read it; users stay signed in. Keys whose last token has ended are
removed. With --sealing, it seals the keys in the database with SEALING_KEY_NEXT in place of SEALING_KEY instead.
"keys list" shows the keys; with --public it prints their public parts as a key set, also those of keys that ended.`,
    run: (args, { root }) => keys(args, process.env, root),
  },
  unlock: {
    usage: 'unlock --tenant <ID or alias>',
    help: `Turns off what locked the administrators out of an account: its IP restrictions, required second factor, email
domain restrictions and required single sign-on. It needs the settings of the database alone.`,
    run: (args, place) => unlock(args, process.env, place),
  },
  'verify-audits': {
    usage: 'verify-audits <audits.jsonl> [--keys <file or URL of the key set>]',
    help: `Verifies an exported audit log, without a server or database. With --keys it also proves who signed it.
Exits with 1 when a row was altered, removed or inserted, and with 2 when it could not verify the file.`,
    run: verifyAudits,
  },
  conformance: {
    usage: `conformance --base-url <origin of a server> --user <email> [--password-file <file>] [--origin <origin of a page>]
    [--url-prefix <path>] [--only <group>] [--json <file>] [--changes]`,
    help: `Compares any server with the contract over HTTP, and prints which parts of the front end work with it. The password is
that of the file, of the variable CONFORMANCE_PASSWORD, or asked for. It signs in once, changes nothing unless --changes allows
it, and deletes what it made. --origin also checks CORS. Exits with 1 when a call differs, and with 2 when the server can't be
reached or the user can't be signed in.`,
    run: (args, place) => conformance(args, process.env, place),
  },
  doctor: {
    usage: 'doctor',
    help: `Checks the settings and what they lead to, and prints a line per check: ok, warning or fault, with the fix.
Exits with 1 when there is a fault. It changes nothing and prints no secret.`,
    run: withoutArguments((place) => doctor(process.env, place)),
  },
}

const usageOf = (place: Place): string =>
  ['Usage:', ...Object.values(COMMANDS).map(({ usage }) => `  ${place.call(usage)}`)].join('\n')

const HELP_FLAGS = ['--help', '-h', 'help']

const helpFor = ({ usage, help }: Command, place: Place): string => `Usage: ${place.call(usage)}\n\n${help}`

const run = async ([name = '', ...args]: readonly string[], place: Place): Promise<void> => {
  if (HELP_FLAGS.includes(name)) return console.log(usageOf(place))
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) throw new UsageError(name ? `There is no command '${name}'.` : 'The command is missing.')
  if (args.some((arg) => HELP_FLAGS.includes(arg))) return console.log(helpFor(command, place))
  return command.run(args, place)
}

/** Runs the command that `args` names. The process exits with 1 after an error. */
export const runCommand = async (args: readonly string[], place: Place): Promise<void> => {
  try {
    await run(args, place)
  } catch (error) {
    console.error(error instanceof UsageError ? `${error.message}\n${usageOf(place)}` : explain(error))
    process.exit(1)
  }
}
