import { COMMANDS } from '../../../../src/cli/commands.ts'
import { fence, page } from './markdown.mjs'

const INTRODUCTION = `Commands of \`npx front-entry\`, and of \`npm run\` in the repository, where arguments follow \`--\`. Each ends with exit code 0,
or with 1 after an error that it names. \`npx front-entry help\` lists them, \`--help\` explains one, and \`--version\` prints the version.
\`npx front-entry packages\` lists what to install beside the npm package for the server.`

export const commandsPage = () =>
  page(
    'Commands',
    INTRODUCTION,
    ...Object.entries(COMMANDS).map(
      ([name, { usage, help }]) =>
        `## ${name}\n\n${fence('sh', usage.map((way) => `npx front-entry ${way}`).join('\n'))}\n\n${help}`,
    ),
  )
