import type { FeatureDeps } from '../../feature/slice.ts'
import { createMemoryStorage, createStorage, type KeyValue } from '../../kernel/storage.ts'

const TYPED_EMAIL = 'fe-typed-email'
/** Preview mode stores nothing in the browser. */
const previewed = createMemoryStorage()

const storageFor = ({ settings }: Pick<FeatureDeps, 'settings'>): KeyValue =>
  settings().preview ? previewed : createStorage('session')

/** Keeps the email for the next screen of this tab. It isn't in the URL, which servers and proxies log. */
export const keepTypedEmail = (deps: Pick<FeatureDeps, 'settings'>, email: string): void =>
  storageFor(deps).set(TYPED_EMAIL, email)

export const typedEmail = (deps: Pick<FeatureDeps, 'settings'>): string => storageFor(deps).get(TYPED_EMAIL) ?? ''

/** Removes the email, which is kept for one screen only. */
export const forgetTypedEmail = (deps: Pick<FeatureDeps, 'settings'>): void => storageFor(deps).remove(TYPED_EMAIL)
