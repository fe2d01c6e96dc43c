import type { JsonObject } from '../../../entities/wire.ts'
import { anyObject, fields } from './checks.ts'
import { defineSetting } from './setting.ts'

/** The tenant's changes to its login box, which are `themeV2.loginBox` alone. */
export const customLoginSetting = defineSetting({
  kind: 'custom-login',
  default: { loginBox: {} },
  parse: fields<{ loginBox: JsonObject }>({ loginBox: anyObject }),
})
