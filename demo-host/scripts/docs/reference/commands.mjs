import { COMMANDS } from '../../../../src/cli/commands.ts'
import { fence, page } from './markdown.mjs'

const INTRODUCTION = `Commands of \`npx front-entry\`, and of \`npm run\` in the repository, where arguments follow \`--\`. Each ends with exit code 0,
or with 1 after an error that it names.`

export const commandsPage = () =>
  page(
    'Commands',
    INTRODUCTION,
    ...Object.entries(COMMANDS).map(
      ([name, { usage, help }]) => `## ${name}\n\n${fence('sh', `npx front-entry ${usage}`)}\n\n${help}`,
    ),
  )
