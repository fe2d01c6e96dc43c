import { definePage } from '../../feature/define-page.ts'
import type { ProvisioningAbility } from './provisioning.state.ts'

export const provisioningPage = definePage<ProvisioningAbility>({
  id: 'provisioning',
  slug: 'provisioning',
  title: 'Provisioning',
  group: 'security',
  icon: 'sync',
  visibility: 'hidden',
  permissions: ['fe.secure.read.provisioningConfiguration'],
  abilities: {
    edit: 'fe.secure.write.provisioningConfiguration',
    remove: 'fe.secure.delete.provisioningConfiguration',
    removeUsers: 'fe.secure.delete.users',
    editRoles: 'fe.secure.write.groupsRoles',
  },
  // `groups`: those of one connection. A new token is never in a URL.
  links: ['new', 'setup', 'groups', 'rotate', 'delete'],
  events: [
    'create-provisioning-connection',
    'update-provisioning-connection',
    'delete-provisioning-connection',
    'update-group',
  ],
  commands: [
    {
      id: 'createProvisioningConnection',
      text: 'Add a provisioning connection',
      search: 'new=',
      needs: 'fe.secure.write.provisioningConfiguration',
    },
  ],
  keywords: 'scim directory sync',
  load: () => import('./provisioning.view.tsx'),
})
