import { flag, object } from './schema.ts'
import { defineSetting } from './setting.ts'

export const temporaryUsersSetting = defineSetting({
  kind: 'temporary-users',
  default: { enabled: true },
  schema: object<{ enabled: boolean }>({ enabled: flag }),
})
