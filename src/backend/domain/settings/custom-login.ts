import type { JsonObject } from '../../../entities/wire.ts'
import { anyObject, object } from './schema.ts'
import { defineSetting } from './setting.ts'

/** The tenant's changes to its login box, which are `themeV2.loginBox` alone. */
export const customLoginSetting = defineSetting({
  kind: 'custom-login',
  default: { loginBox: {} },
  schema: object<{ loginBox: JsonObject }>({ loginBox: anyObject() }),
})
