import { fields, flag } from './checks.ts'
import { defineSetting } from './setting.ts'

export const temporaryUsersSetting = defineSetting({
  kind: 'temporary-users',
  default: { enabled: true },
  parse: fields<{ enabled: boolean }>({ enabled: flag }),
})
