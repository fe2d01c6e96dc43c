import { useCallback, useState } from 'react'
import { useFrontEntry } from './provider.tsx'

interface DialogState {
  open: boolean
  /** Why the last purchase failed; `null` if it did not fail or no reason is known. */
  error: string | null
  /** Whether the plan was bought. */
  success: boolean
}

/** Result of {@link useCheckoutDialog}. */
export interface CheckoutDialog extends DialogState {
  /** Opens the checkout for the plan with this ID. Rejects when its code cannot be loaded. */
  showDialog(planId: string): Promise<void>
  hideDialog(): void
}

const CLOSED: DialogState = { open: false, error: null, success: false }

/**
 * Opens the checkout as a dialog over the page and returns its outcome.
 *
 * @example
 * const Upgrade = () => {
 *   const { showDialog, success } = useCheckoutDialog()
 *   return success ? <p>Thank you</p> : <button type="button" onClick={() => showDialog('growth')}>Upgrade</button>
 * }
 */
export const useCheckoutDialog = (): CheckoutDialog => {
  const app = useFrontEntry()
  const [state, setState] = useState(CLOSED)
  const showDialog = useCallback(
    async (planId: string) => {
      setState({ ...CLOSED, open: true })
      const change = (changes: Partial<DialogState>) => setState((now) => ({ ...now, ...changes }))
      try {
        await app?.showCheckout({
          planId,
          onClose: () => change({ open: false }),
          onSuccess: () => change({ success: true, error: null }),
          onError: (error) => change({ error }),
        })
      } catch (error) {
        change({ open: false })
        throw error
      }
    },
    [app],
  )
  const hideDialog = useCallback(() => app?.hideCheckout(), [app])
  return { ...state, showDialog, hideDialog }
}
