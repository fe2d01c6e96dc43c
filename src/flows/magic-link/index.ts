import { defineFlow } from '../../feature/define.ts'

export const magicLinkFlow = defineFlow({
  id: 'magic-link',
  routes: ['magicLinkCallbackUrl'],
  load: () => import('./magic-link.view.tsx'),
})
