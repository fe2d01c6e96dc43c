import { isRecord, jsonText } from '../../kernel/safe-json.ts'

/** Methods that a native app around the page may implement. */
type BridgeMethod = 'loginWithSSO' | 'loginWithSocialLogin'

type Post = (message: string) => void

const at = (root: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>(
    (node, key) => (isRecord(node) || typeof node === 'function' ? Reflect.get(node, key) : undefined),
    root,
  )

const isOffered = (page: object, name: string): boolean => Boolean(at(page, 'FronteggNativeBridgeFunctions', name))

const bridgeOf = (page: object, method: BridgeMethod): Post | undefined => {
  const android = at(page, 'FronteggNativeBridge')
  const call = at(android, method)
  if (typeof call === 'function') return (payload) => call.call(android, payload)
  const ios = at(page, 'webkit', 'messageHandlers', 'FronteggNativeBridge')
  const post = at(ios, 'postMessage')
  if (typeof post !== 'function') return undefined
  return (payload) => post.call(ios, jsonText({ action: method, payload }))
}

/** Passes the sign-in to the app around the page. Returns `false` when there is none, or it lacks the method. */
export const handToApp = (method: BridgeMethod, payload: string, page: object = window): boolean => {
  const bridge = isOffered(page, method) ? bridgeOf(page, method) : undefined
  bridge?.(payload)
  return bridge !== undefined
}

/** Returns whether the app requires the user's consent before a redirect to a social provider. */
export const requiresConsent = (page: object = window): boolean => isOffered(page, 'shouldPromptSocialLoginConsent')
