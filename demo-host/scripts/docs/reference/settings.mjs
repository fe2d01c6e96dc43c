import { page, table } from './markdown.mjs'
import { COMMON, SERVE, SERVER_MODULE } from './variables.mjs'

const HEAD = ['Variable', 'Meaning', 'Default']

const INTRODUCTION = `Environment variables. A wrong value ends the start with a line that names the variable; a misspelled name is named with the one
that was meant. \`…_FILE\` variables take the path of a file that holds a secret.`

export const settingsPage = () =>
  page(
    'Settings',
    INTRODUCTION,
    '## Production server only\n\n`npm run serve` and `npx front-entry serve` read these. [Production](../guides/production.md) shows how to start it.',
    table(HEAD, SERVE),
    '## Production server and demo\n\nAll but `DEMO`, `DEMO_SEED`, `STRIPE_API_URL` and `SLACK_API_URL`, which are the demo’s.',
    table(HEAD, COMMON),
    '## Server module\n\n`readServerOptions(process.env)` reads these in your app. [Server rendering](../guides/server-rendering.md) has an example.',
    table(HEAD, SERVER_MODULE),
  )
