import type { ScimSource } from '../../entities/sso.ts'
import type { CopyValue } from '../../parts/copy-values/copy-values.tsx'

interface Labels {
  baseUrl: string
  token: string
  otherValues: readonly CopyValue[]
}

const PLAIN: Labels = {
  baseUrl: 'SCIM base URL',
  token: 'Bearer token',
  otherValues: [{ label: 'Unique identifier of users', value: 'userName' }],
}

/** The labels of each console, in English as in the consoles. */
const LABELS: Readonly<Record<ScimSource, Labels>> = {
  okta: {
    baseUrl: 'SCIM connector base URL',
    token: 'Authorization (Bearer)',
    otherValues: [
      { label: 'Unique identifier field for users', value: 'userName' },
      {
        label: 'Supported provisioning actions',
        value: 'Push New Users, Push Profile Updates, Push Groups',
      },
      { label: 'Authentication Mode', value: 'HTTP Header' },
    ],
  },
  'azure-ad': {
    baseUrl: 'Tenant URL',
    token: 'Secret Token',
    otherValues: [{ label: 'Provisioning Mode', value: 'Automatic' }],
  },
  other: PLAIN,
  frontegg: PLAIN,
}

/** Returns the values for the provider's console, in its order; the token only while it is shown. */
export const consoleValues = (source: ScimSource, known: { baseUrl: string; token?: string }): CopyValue[] => {
  const { baseUrl, token, otherValues } = LABELS[source]
  return [
    ...(known.baseUrl ? [{ label: baseUrl, value: known.baseUrl }] : []),
    ...otherValues,
    ...(known.token ? [{ label: token, value: known.token }] : []),
  ]
}
