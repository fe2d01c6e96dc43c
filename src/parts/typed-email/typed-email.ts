import type { FeatureDeps } from '../../feature/slice.ts'
import { createMemoryStorage, createStorage, type KeyValue } from '../../kernel/storage.ts'

const TYPED_EMAIL = 'fe-typed-email'
/** Preview leaves nothing in the browser. */
const previewed = createMemoryStorage()

const storageFor = ({ settings }: Pick<FeatureDeps, 'settings'>): KeyValue =>
  settings().preview ? previewed : createStorage('session')

/** For the next screen of this tab. It is not part of the URL, which ends up in logs of servers and proxies. */
export const keepTypedEmail = (deps: Pick<FeatureDeps, 'settings'>, email: string): void =>
  storageFor(deps).set(TYPED_EMAIL, email)

export const typedEmail = (deps: Pick<FeatureDeps, 'settings'>): string => storageFor(deps).get(TYPED_EMAIL) ?? ''

/** It is for one screen. */
export const forgetTypedEmail = (deps: Pick<FeatureDeps, 'settings'>): void => storageFor(deps).remove(TYPED_EMAIL)
