import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { defineFeature } from '../../../feature/define.ts'
import { useSession, useTexts } from '../../../feature/feature-context.tsx'
import { holdsPermission } from '../../../rules/permission.ts'
import { useModal } from '../../../ui/dialog/use-modal.ts'
import { Icon } from '../../../ui/icon/icon.tsx'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import { Spinner } from '../../../ui/spinner/spinner.tsx'
import { useSheet, useUiId } from '../../../ui/style-root/style-root.tsx'
import { pageCommandTexts } from '../page-texts.ts'
import css from './command-bar.css'
import { type CommandBarTexts, commandBarMessages } from './command-bar.messages.ts'
import type { CommandBarProps } from './command-bar.props.ts'
import {
  type CommandBarActions,
  type CommandBarState,
  commandBarSlice,
  initialCommandBar,
} from './command-bar.slice.ts'
import type { CommandBarPort } from './command-bar-port.ts'
import { type Command, type CommandGroup, commandsFor } from './commands.ts'
import { Results } from './results.tsx'

const useGroups = ({ state: { text, found }, t, port }: CommandBarProps): CommandGroup[] => {
  const textOf = useTexts(pageCommandTexts)
  const { tenants, activeTenant, user } = useSession()
  return useMemo(() => {
    const keys = user?.permissions?.map(({ key }) => key)
    const mayWrite = (permission: string) => keys === undefined || holdsPermission(keys, permission)
    return commandsFor({ port, t, textOf, tenants, activeTenantId: activeTenant?.tenantId, mayWrite }, text, found)
  }, [port, t, textOf, tenants, activeTenant?.tenantId, user?.permissions, text, found])
}

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => (at === last ? 0 : at + 1),
  ArrowUp: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
}

/** The first result is chosen again whenever the results change. */
const useChosen = (commands: readonly Command[]) => {
  const [at, setAt] = useState(0)
  const ids = commands.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids stand for the results
  useEffect(() => setAt(0), [ids])
  return { at: Math.min(at, Math.max(0, commands.length - 1)), setAt }
}

interface BarInputProps extends CommandBarProps {
  id: string
  commands: readonly Command[]
  at: number
  setAt(at: number): void
  run(command: Command | undefined): void
}

/** It keeps the focus; arrows move through the results without leaving it (ARIA combobox pattern). */
const BarInput = ({ state, actions, t, port, id, commands, at, setAt, run }: BarInputProps) => {
  const { close } = port
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    // Home and End move within the text while there is some.
    const isInText = (event.key === 'Home' || event.key === 'End') && state.text !== ''
    if (event.key === 'Enter') run(commands[at])
    else if (step && !isInText && commands.length > 0) setAt(step(at, commands.length - 1))
    else return
    event.preventDefault()
  }
  return (
    <div className="fe-command-input">
      {state.phase === 'searching' ? <Spinner /> : <Icon name="search" />}
      <input
        type="text"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-label={t('label')}
        aria-expanded={commands.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={commands[at] && `${id}-${at}`}
        placeholder={t('placeholder')}
        value={state.text}
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
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useUiId()
  const { close } = props.port
  const groups = useGroups(props)
  const commands = groups.flatMap((group) => group.commands)
  const { at, setAt } = useChosen(commands)
  useModal(dialog)
  useEffect(() => actions.clear, [actions])
  const run = (command: Command | undefined) => {
    if (!command) return
    close()
    command.run()
  }
  return (
    <dialog
      ref={dialog}
      part="command-bar"
      className="fe-command"
      aria-label={t('label')}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onMouseDown={(event) => event.target === dialog.current && close()}
    >
      <div className="fe-command-box">
        <BarInput {...props} id={id} commands={commands} at={at} setAt={setAt} run={run} />
        <Results {...props} id={id} groups={groups} at={at} onPoint={setAt} onRun={run} />
      </div>
    </dialog>
  )
}

export const feature = defineFeature<CommandBarState, CommandBarActions, CommandBarTexts, { port: CommandBarPort }>({
  initial: initialCommandBar,
  slice: commandBarSlice,
  messages: commandBarMessages,
  Component: CommandBar,
})
