import { defineFlow } from '../../feature/define.ts'

export const acceptInvitationFlow = defineFlow({
  id: 'accept-invitation',
  routes: ['acceptInvitationUrl'],
  load: () => import('./accept-invitation.view.tsx'),
})
