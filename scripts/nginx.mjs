import { installDebianPackages, programOfTheMachine } from './debian-packages.mjs'

/** The path of nginx, or undefined where the machine does not have it. */
export const nginxOfTheMachine = () => programOfTheMachine('nginx')

/** Has nginx there for the tests, and openssl, which makes their certificate. Where they cannot be had, those tests are skipped. */
export async function provideNginx() {
  if (!nginxOfTheMachine() || !programOfTheMachine('openssl')) await installDebianPackages('nginx', 'openssl')
}
