import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/** Signals received by this process: a child that exited because of one has not failed. */
export const interruptions = new Set()

/**
 * Runs a command and resolves with its exit code (128 + number when a signal ended it), as a shell would give it.
 * Each kind of signal to this process is passed on once, so that the child can end in its own way; its end is waited for.
 * @param {string} command
 * @param {string[]} args
 * @param {object} [options] those of `spawn`; `passOnAs` names the signal at which the child ends in good order, whichever came
 * @param {(output: string) => void} [hear] what the child prints, when it is not to be shown
 * @returns {Promise<number>} rejects with the operating system's error when it cannot be started
 */
export function runChild(command, args, { passOnAs, ...options } = {}, hear) {
  const child = spawn(command, args, { stdio: hear ? ['ignore', 'pipe', 'pipe'] : 'inherit', ...options })
  child.stdout?.on('data', (data) => hear?.(String(data)))
  child.stderr?.on('data', (data) => hear?.(String(data)))
  const passOn = (signal) => {
    if (!interruptions.has(signal)) child.kill(passOnAs ?? signal)
    interruptions.add(signal)
  }
  const signals = ['SIGINT', 'SIGTERM']
  for (const signal of signals) process.on(signal, passOn)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  }).finally(() => {
    for (const signal of signals) process.off(signal, passOn)
  })
}
