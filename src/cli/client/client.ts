import { registerClient } from '../../backend/domain/oauth/oauth-clients.ts'
import { SettingError } from '../../serve/setting-values.ts'
import type { Environment } from '../../serve/settings-file.ts'
import { withDatabase } from '../open-database.ts'
import { readArguments } from '../read-arguments.ts'

const FLAGS = {
  name: { type: 'string' },
  'redirect-uri': { type: 'string', multiple: true },
  'logout-uri': { type: 'string', multiple: true },
  public: { type: 'boolean' },
} as const

const isLocal = ({ hostname }: URL): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

/** A scheme that only one app uses, because it is a domain of its maker in reverse (RFC 8252 §7.1). */
const PRIVATE_SCHEME = /^[a-z][a-z\d-]*(?:\.[a-z\d-]+)+:$/

/**
 * Reads a URL. URLs are compared as strings, so it is stored unchanged. A fragment is not allowed (RFC 6749 §3.1.2).
 * Other apps may claim a private scheme too, so only clients with PKCE may have one.
 */
const urlOf = (flag: string, isPublic: boolean) => (text: string) => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isWeb = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal(url))
  const isSafe = isWeb || (isPublic && PRIVATE_SCHEME.test(url?.protocol ?? ''))
  if (!url || !isSafe || url.hash) throw new SettingError(`${flag} must be an https URL without a fragment.`)
  return text
}

/**
 * `front-entry client`: registers an application that signs its users in with OpenID Connect, and prints its client ID
 * and, once, the secret.
 *
 * @param root Base of relative paths in the environment.
 * @throws SettingError, and errors of `openBackend`
 */
export const addClient = async (args: readonly string[], env: Environment, root: string): Promise<void> => {
  const { name = '', public: isPublic = false, ...flags } = readArguments({ args: [...args], options: FLAGS }).values
  const redirectUris = (flags['redirect-uri'] ?? []).map(urlOf('--redirect-uri', isPublic))
  const postLogoutRedirectUris = (flags['logout-uri'] ?? []).map(urlOf('--logout-uri', isPublic))
  if (name.trim() === '') throw new SettingError('--name is missing: the name of the application.')
  if (redirectUris.length === 0) throw new SettingError('--redirect-uri is missing: where codes are sent.')
  const facts = { name: name.trim(), isConfidential: !isPublic, redirectUris, postLogoutRedirectUris }
  const { clientId, clientSecret } = await withDatabase(env, root, (ports) => registerClient(ports, facts))
  console.log(`Client ID: ${clientId}`)
  if (clientSecret) console.log(`Client secret, shown this once: ${clientSecret}`)
}
