/** Types of untyped packages, as far as used. */
declare module '@wordpress/block-editor' {
  import type { ComponentType, ReactNode, Ref } from 'react';
  import type { StoreDescriptor } from '@wordpress/data';
  import type { Block } from '@wordpress/blocks';

  type Part<Props = object> = ComponentType<Props & { readonly children?: ReactNode }>;
  export interface BlockSelection {
    readonly selectionStart?: object;
    readonly selectionEnd?: object;
    readonly initialPosition?: unknown;
  }
  export const BlockEditorProvider: Part<{
    readonly value: readonly Block[];
    readonly selection?: BlockSelection | undefined;
    readonly settings: Readonly<Record<string, unknown>>;
    readonly useSubRegistry?: boolean;
    readonly onInput: (
      blocks: Block[],
      options: { readonly selection: BlockSelection; readonly undoIgnore?: boolean },
    ) => void;
    readonly onChange: (blocks: Block[], options: { readonly selection: BlockSelection }) => void;
  }>;
  export const BlockCanvas: Part<{
    readonly height?: string;
    readonly styles?: readonly { readonly css: string }[];
  }>;
  export const BlockList: Part<{
    readonly className?: string;
    readonly layout?: object;
    readonly renderAppender?: unknown;
  }>;
  export const BlockInspector: Part;
  export const BlockBreadcrumb: Part<{ readonly rootLabelText?: string }>;
  export const BlockToolbar: Part<{ readonly hideDragHandle?: boolean }>;
  export const BlockSettingsMenuControls: ComponentType<{
    readonly children: (parts: {
      readonly selectedClientIds: readonly string[];
      readonly onClose: () => void;
    }) => ReactNode;
  }>;
  export const BlockEditorKeyboardShortcuts: Part & { readonly Register: ComponentType };
  export const BlockControls: Part<{ readonly group?: string }>;
  export const InspectorControls: Part<{ readonly group?: string }>;
  export const RichText: Part<{
    readonly tagName?: string;
    readonly value: string;
    readonly onChange: (value: string) => void;
    readonly placeholder?: string;
    readonly className?: string;
    readonly id?: string;
    readonly identifier?: string;
    readonly 'aria-label'?: string;
  }>;
  export const RichTextToolbarButton: Part<{
    readonly icon: unknown;
    readonly title: string;
    readonly onClick: () => void;
    readonly isActive?: boolean;
  }>;
  export const PlainText: Part<{
    readonly value: string;
    readonly onChange: (value: string) => void;
    readonly className?: string;
    readonly 'aria-label'?: string;
  }>;
  export const RichTextShortcut: ComponentType<{
    readonly type: 'primary';
    readonly character: string;
    readonly onUse: () => void;
  }>;
  export const InnerBlocks: Part<{ readonly allowedBlocks?: readonly string[] | undefined }> & {
    readonly Content: ComponentType;
  };
  // oxlint-disable-next-line no-underscore-dangle -- as it is called
  export const __experimentalLibrary: Part<{
    readonly ref?: Ref<HTMLElement>;
    readonly showInserterHelpPanel?: boolean;
    readonly shouldFocusBlock?: boolean;
    readonly onClose?: () => void;
    readonly onSelect?: () => void;
    readonly rootClientId?: string | undefined;
    readonly clientId?: string | null;
  }>;
  // oxlint-disable-next-line no-underscore-dangle -- as it is called
  export const __experimentalListView: Part<{ readonly isExpanded?: boolean }>;
  export function useBlockProps(props?: object): Record<string, unknown>;
  export function useInnerBlocksProps(props?: object, options?: object): Record<string, unknown>;
  export const store: StoreDescriptor;
}

declare module '@wordpress/block-library/build-module/*' {
  export const init: () => unknown;
}

declare module '*.css?inline' {
  const css: string;
  export default css;
}
