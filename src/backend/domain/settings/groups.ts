import type { GroupsConfiguration } from '../../../entities/team.ts'
import { fields, flag } from './checks.ts'
import { defineSetting } from './setting.ts'

export const groupsSetting = defineSetting({
  kind: 'groups',
  default: { enabled: true, rolesEnabled: true },
  parse: fields<GroupsConfiguration>({ enabled: flag, rolesEnabled: flag }),
})
