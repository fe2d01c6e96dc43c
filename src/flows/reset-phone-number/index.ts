import { defineFlow } from '../../feature/define.ts'

export const resetPhoneNumberFlow = defineFlow({
  id: 'reset-phone-number',
  routes: ['resetPhoneNumberUrl'],
  load: () => import('./reset-phone-number.view.tsx'),
})
