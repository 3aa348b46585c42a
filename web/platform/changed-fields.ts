import type { UseFormReturnType } from '@mantine/form'

const valueAt = (values: unknown, path: string): unknown =>
  path.split('.').reduce((part, name) => (part as Record<string, unknown> | undefined)?.[name], values)

/**
 * The names of the fields that no longer hold what was saved, in the order of `labels` (form path → the words on screen):
 * what a Save bar says will be saved.
 */
export function changedFields<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  labels: Record<string, string>,
): string[] {
  const saved = form.getInitialValues()
  return Object.entries(labels)
    .filter(([path]) => JSON.stringify(valueAt(form.values, path)) !== JSON.stringify(valueAt(saved, path)))
    .map(([, label]) => label)
}
