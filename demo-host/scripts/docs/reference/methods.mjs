import { page, section } from './markdown.mjs'
import { membersOf } from './typings.ts'

const GROUPS = [
  ['The app', 'What `init` returns, and `useFrontEntry()` of `front-entry/react`.', 'src/app/public-app.ts', 'FeApp'],
  [
    'Features and permissions',
    'Methods of the app that need `entitlementsOptions: { enabled: true }`.',
    'src/app/entitlements/public.ts',
    'EntitlementMethods',
  ],
  ['Screens of your own', 'What `await app.headless()` returns.', 'src/app/headless/headless.ts', 'Headless'],
  ['The checkout', 'What `app.showCheckout` takes.', 'src/app/checkout-options.ts', 'CheckoutOptions'],
]

export const methods = () => GROUPS.flatMap(([, , file, type]) => membersOf(file, type))

export const methodsPage = () =>
  page(
    'Methods',
    ...GROUPS.flatMap(([title, text, file, type]) => [
      `## ${title}\n\n${text}`,
      ...membersOf(file, type).map((each) => section(each, 3)),
    ]),
  )
