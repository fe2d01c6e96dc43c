import 'front-entry/vue'
import type { GlobalComponents } from 'vue'

type Attributes<Tag extends keyof GlobalComponents> = InstanceType<GlobalComponents[Tag]>['$props']

/** The type that Vue checks templates against, with camel-case names. */
export const box: Attributes<'fe-login-box'> = {
  baseUrl: 'https://auth.example.com',
  clientId: '2d5d',
  onFeSignIn: ({ detail }) => console.info(detail.email),
}

export const portal: Attributes<'fe-admin-portal'> = { page: 'users', mode: 'inline', headingLevel: 3 }

export const gate: Attributes<'fe-gate'> = { permission: 'fe.secure.read.users', mode: 'hide' }

export const wrong: [Attributes<'fe-login-box'>, Attributes<'fe-admin-portal'>, Attributes<'fe-login-box'>] = [
  // @ts-expect-error the property is `baseUrl`
  { baseURL: 'https://auth.example.com' },
  // @ts-expect-error there is no such page
  { page: 'user' },
  // @ts-expect-error there is no such event
  { onFeSignin: () => undefined },
]
