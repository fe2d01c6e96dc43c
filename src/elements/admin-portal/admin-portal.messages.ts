import { defineMessages } from '../../feature/messages.ts'

/** The few words needed before the shell itself has arrived. */
export const portalMessages = defineMessages('adminPortal.start', {
  loading: 'Loading the admin portal',
})
