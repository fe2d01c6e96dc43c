import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { defineFeature } from '../../../feature/define.ts'
import { useRuntime, useSession, useTexts } from '../../../feature/feature-context.tsx'
import { holdsPermission } from '../../../rules/permission.ts'
import { useModal } from '../../../ui/dialog/dialog.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import { Spinner } from '../../../ui/spinner/spinner.tsx'
import { useSheet, useUiId } from '../../../ui/style-root/style-root.tsx'
import { pageCommandTexts, pageKeywords } from '../page-texts.ts'
import {
  type CommandBarActions,
  type CommandBarProps,
  type CommandBarState,
  commandBarSlice,
  initialCommandBar,
} from './command-bar.actions.ts'
import css from './command-bar.css'
import { type CommandBarTexts, commandBarMessages } from './command-bar.messages.ts'
import { type Command, type CommandBarPort, type CommandGroup, commandsFor } from './commands.ts'
import { noteRecent, type RecentItem, recentsOf } from './recent.ts'
import { Results } from './results.tsx'

/**
 * Returns what this user opened in this account. It is read once, so that the list doesn't change while the bar is
 * open.
 */
const useRecent = () => {
  const { local } = useRuntime().deps
  const { activeTenant, user } = useSession()
  const owner = { userId: user?.id ?? '', tenantId: activeTenant?.tenantId ?? '' }
  const [recent] = useState(() => recentsOf(local, owner))
  return { recent, note: (item: RecentItem) => noteRecent(local, owner, item) }
}

const useGroups = (props: CommandBarProps, recent: readonly RecentItem[]): CommandGroup[] => {
  const { state, t, port } = props
  const { text, found, subject } = state
  const commandTextOf = useTexts(pageCommandTexts)
  const keywordsOf = useTexts(pageKeywords)
  const { tenants, activeTenant, user } = useSession()
  return useMemo(() => {
    const keys = user?.permissions?.map(({ key }) => key)
    const mayWrite = (permission: string) => keys === undefined || holdsPermission(keys, permission)
    const activeTenantId = activeTenant?.tenantId
    const parts = { port, t, commandTextOf, keywordsOf, tenants, activeTenantId, mayWrite, recent }
    return commandsFor(parts, { text, found, subject })
  }, [
    port,
    t,
    commandTextOf,
    keywordsOf,
    tenants,
    activeTenant?.tenantId,
    user?.permissions,
    recent,
    text,
    found,
    subject,
  ])
}

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => (at === last ? 0 : at + 1),
  ArrowUp: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
}

/** Selects the first result again whenever the results change. */
const useChosen = (commands: readonly Command[]) => {
  const [at, setAt] = useState(0)
  const ids = commands.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids represent the results
  useEffect(() => setAt(0), [ids])
  return { at: Math.min(at, Math.max(0, commands.length - 1)), setAt }
}

/** Returns whether the key is the forward arrow at the end of the text; within the text, it moves the caret. */
const isForward = ({ key, currentTarget: input }: KeyboardEvent<HTMLInputElement>): boolean => {
  const forward = getComputedStyle(input).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  return key === forward && input.selectionStart === input.value.length
}

const Leading = ({ phase }: Pick<CommandBarState, 'phase'>) =>
  phase === 'searching' ? <Spinner /> : <Icon name="search" />

interface BarInputProps extends CommandBarProps {
  id: string
  commands: readonly Command[]
  at: number
  setAt(at: number): void
  run(command: Command | undefined): void
}

/**
 * Renders the input, which keeps the focus; arrow keys move through the results without leaving it (ARIA combobox
 * pattern).
 */
const BarInput = ({ state, actions, t, port, id, commands, at, setAt, run }: BarInputProps) => {
  const { close } = port
  const { text, subject } = state
  const label = subject ? t('actionsOf', { name: subject.record.name }) : t('label')
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const chosen = commands[at]
    const step = STEPS[event.key]
    // Home and End move within the text unless it is empty.
    const isInText = (event.key === 'Home' || event.key === 'End') && text !== ''
    if (event.key === 'Enter') run(chosen)
    else if (event.key === 'Backspace' && subject && text === '') actions.back()
    else if (chosen?.subject && !subject && isForward(event)) actions.choose(chosen.subject)
    else if (step && !isInText && commands.length > 0) setAt(step(at, commands.length - 1))
    else return
    event.preventDefault()
  }
  return (
    <div className="fe-command-input">
      {subject ? (
        <IconButton icon="arrow-left" label={t('back')} onClick={actions.back} />
      ) : (
        <Leading phase={state.phase} />
      )}
      <input
        type="text"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        aria-expanded={commands.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={commands[at] && `${id}-${at}`}
        placeholder={subject ? label : t('placeholder')}
        value={text}
        onChange={(event) => actions.type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <IconButton icon="x" label={t('close')} onClick={close} />
    </div>
  )
}

const CommandBar = (props: CommandBarProps) => {
  useSheet(css)
  const { actions, t } = props
  const id = useUiId()
  const { close, typed } = props.port
  const { recent, note } = useRecent()
  const groups = useGroups(props, recent)
  const commands = groups.flatMap((group) => group.commands)
  const { at, setAt } = useChosen(commands)
  const { ref, onCancel, closeBeside } = useModal(close)
  useLayoutEffect(() => {
    actions.type(typed())
    return actions.clear
  }, [actions, typed])
  const run = (command: Command | undefined) => {
    if (!command) return
    if (command.recent) note(command.recent)
    close()
    command.run()
  }
  return (
    <dialog
      ref={ref}
      part="command-bar"
      className="fe-command"
      aria-label={t('label')}
      onCancel={onCancel}
      onMouseDown={closeBeside}
    >
      <div className="fe-command-box">
        <BarInput {...props} id={id} commands={commands} at={at} setAt={setAt} run={run} />
        <Results {...props} id={id} groups={groups} at={at} onPoint={setAt} onRun={run} />
      </div>
    </dialog>
  )
}

export const commandBarFeature = defineFeature<
  CommandBarState,
  CommandBarActions,
  CommandBarTexts,
  { port: CommandBarPort }
>({
  initial: initialCommandBar,
  slice: commandBarSlice,
  messages: commandBarMessages,
  Component: CommandBar,
})
