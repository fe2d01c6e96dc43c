import type { GroupsConfiguration } from '../../../entities/team.ts'
import { flag, object } from './schema.ts'
import { defineSetting } from './setting.ts'

export const groupsSetting = defineSetting({
  kind: 'groups',
  default: { enabled: true, rolesEnabled: true },
  schema: object<GroupsConfiguration>({ enabled: flag, rolesEnabled: flag }),
})
