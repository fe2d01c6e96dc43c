import { isRecord } from '../../kernel/safe-json.ts'

/** Methods that an app around the page may take over. */
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
  return (payload) => post.call(ios, JSON.stringify({ action: method, payload }))
}

/** Hands over to the app around the page; `false` when there is none, or when it does not offer this. */
export const handToApp = (method: BridgeMethod, payload: string, page: object = window): boolean => {
  const bridge = isOffered(page, method) ? bridgeOf(page, method) : undefined
  bridge?.(payload)
  return bridge !== undefined
}

/** Whether the app wants the user to agree before they are sent to a social provider. */
export const asksConsent = (page: object = window): boolean => isOffered(page, 'shouldPromptSocialLoginConsent')
