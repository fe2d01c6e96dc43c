// The page that a newcomer follows, `demo-host/frameworks/README.md`. Apps are made from its commands, so that a
// command that is missing or wrong there fails the tests of the quickstarts.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../project.mjs'

const PAGE = join(root, 'demo-host', 'frameworks', 'README.md')

/** Matches a section such as `## Angular: http://localhost:4200` up to the end of its commands. */
const SECTION = /^## ([^\n]+): (http:\/\/localhost:\d+)\n(?:(?!## |```)[^\n]*\n)*```sh\n(.*?)^```$/gms
const OWN_FILES = /^cp (?:-r )?\$FE\/demo-host\/frameworks\/([\w-]+)\/\S+ \.$/

const GENERATORS = [
  'npm create (?:vite|nuxt|astro)@latest',
  'npx sv create',
  'npx create-(?:react-router|next-app)@latest',
  'npx @angular/cli@\\d+ new',
]

/** Kinds of commands, in the order in which a section has them. */
const KINDS = {
  generate: new RegExp(`^(?:npm init -y|(?:${GENERATORS.join('|')}) my-app (?:-- )?(?<args>--.+))$`),
  enter: /^cd my-app$/,
  install: /^npm install(?: [a-z]\S*)*(?: \$FE\/\.work\/frameworks\/front-entry-[\d.]+\.tgz)?$/,
  copy: OWN_FILES,
  configure: /^(?:mv \S+ \.env|echo "[A-Z_]+=.+" >> \.env)$/,
  start: /^(?:npm run dev(?: -- (?:-p|--port) \d+)?|npm start|node \S+ server\.mjs|python3 -m http\.server \d+)$/,
}

/** Returns the words of a comment such as `# or vue-ts, svelte-ts`. */
const choicesIn = (comment) => /^or (.+)$/.exec(comment)?.[1].split(', ') ?? []

const linesIn = (block) =>
  block
    .trim()
    .split('\n')
    .map((line) => {
      const [, command, comment = ''] = /^(.*?)(?:\s+# (.*))?$/.exec(line)
      return { command, choices: choicesIn(comment) }
    })

/** Returns the stacks of a section: that of its commands, followed by those that a comment names. */
const stacksOf = (lines) =>
  lines.flatMap(({ command, choices }) => {
    const [, name] = OWN_FILES.exec(command) ?? []
    return name ? [name, ...choices] : []
  })

const sectionsIn = (text) =>
  [...text.matchAll(SECTION)].map(([block, title, url, commands]) => {
    const lines = linesIn(commands)
    return { block, title, url, lines, stacks: stacksOf(lines) }
  })

/** Returns a command for one of the stacks of its section, in place of the first stack. */
const commandFor = ({ stacks }, { command, choices }, name) => {
  const at = stacks.indexOf(name)
  if (at === 0 || choices.length === 0) return command
  return command.replace(new RegExp(`(?<=[ /])${stacks[0]}(-\\w+)?`), choices[at - 1])
}

const kindOf = (command) => {
  const [kind] = Object.entries(KINDS).find(([, pattern]) => pattern.test(command)) ?? []
  if (!kind) throw new Error(`The page of quickstarts has a command that no test follows: ${command}`)
  return kind
}

/** Returns the sections of the page, each with its text and the stacks that it is about. */
export const quickstartSections = (text = readFileSync(PAGE, 'utf8')) => sectionsIn(text)

/**
 * Returns what the page says for a stack: its title, the URL of the app, the commands by their kind, the arguments of
 * the generator, and the name of the folder whose files are copied.
 *
 * @throws Error if the page lacks the stack, or has a command of no known kind
 */
export const quickstartOf = (name, text = undefined) => {
  const section = quickstartSections(text).find(({ stacks }) => stacks.includes(name))
  if (!section) throw new Error(`The page of quickstarts has no section for ${name}`)
  const commands = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, []]))
  for (const line of section.lines) {
    const command = commandFor(section, line, name)
    commands[kindOf(command)].push(command)
  }
  const { title, url } = section
  const args = KINDS.generate.exec(commands.generate[0] ?? '')?.groups.args ?? ''
  const [, files] = OWN_FILES.exec(commands.copy[0])
  return { title, url, commands, generatorArgs: args.split(' ').filter(Boolean), files }
}

const EXPECTATIONS = {
  color: /In your colors: the button of the box is `(#[\da-f]{6})`/,
  email: /Signed in: sign in as `([^`]+)`/,
  password: /Signed in: sign in as `[^`]+` with `([^`]+)`/,
  welcome: /the console says\s+`([^`]+)`/,
  gate: /One gate: `([^`]+)`/,
  portal: /The portal: the button `([^`]+)`/,
}

/** Returns what a newcomer sees according to the page, and the email and password to sign in with. */
export const expectationsOf = (text = readFileSync(PAGE, 'utf8')) =>
  Object.fromEntries(
    Object.entries(EXPECTATIONS).map(([name, pattern]) => {
      const [, value] = pattern.exec(text) ?? []
      if (!value) throw new Error(`The page of quickstarts does not say what a newcomer sees: ${name}`)
      return [name, value]
    }),
  )
