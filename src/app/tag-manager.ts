import type { Logger } from '../kernel/logger.ts'
import { isRecord } from '../kernel/safe-json.ts'
import { addScript } from '../kernel/trusted-scripts.ts'

interface Container {
  id: string
  enabled: boolean
}

const CONTAINER_ID = /^GTM-[a-zA-Z0-9]+$/
const SCRIPT = 'https://www.googletagmanager.com/gtm.js'

/** Host events that are tracked, and the names they are tracked by. */
const TRACKED = { 'fe-sign-up': 'signup_completed', 'fe-user-verified': 'user_verified' } as const

const dataLayer = (): unknown[] => {
  const page = window as { dataLayer?: unknown }
  if (!Array.isArray(page.dataLayer)) page.dataLayer = []
  return page.dataLayer as unknown[] // created above
}

const add = async (id: string, log: Logger, signal: AbortSignal) => {
  dataLayer().push({ 'gtm.start': Date.now(), event: 'gtm.js' })
  try {
    const script = await addScript(`${SCRIPT}?id=${id}`)
    if (signal.aborted) script.remove()
    else signal.addEventListener('abort', () => script.remove(), { once: true })
  } catch (error) {
    log.warn('The tag manager could not be loaded', error)
  }
}

/** Adds one script per enabled container with a well-formed ID. Names and emails of users are never passed to them. */
export const addTagManagers = (
  containers: readonly Container[],
  { log, signal }: { log: Logger; signal: AbortSignal },
): void => {
  const ids = new Set(containers.filter((one) => isRecord(one) && one.enabled).map(({ id }) => String(id)))
  const good = [...ids].filter((id) => CONTAINER_ID.test(id))
  if (good.length < ids.size) log.warn('integrations.gtm has an id that is not a container ID of the tag manager')
  for (const id of good) void add(id, log, signal)
  if (good.length === 0) return
  for (const [type, event] of Object.entries(TRACKED)) {
    document.addEventListener(type, () => dataLayer().push({ event }), { signal })
  }
}
