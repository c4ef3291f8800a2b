import { Component } from 'react';
import type { ReactNode } from 'react';

interface BoundaryProps {
  readonly children: ReactNode;
  /** Told once the blocks can't be shown. */
  readonly onFault: (message: string) => void;
}

/** Where one block takes the others with it, the text is still there, as code. */
export class CanvasBoundary extends Component<BoundaryProps, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onFault(error instanceof Error ? error.message : String(error));
  }

  override render() {
    return this.state.isBroken ? null : this.props.children;
  }
}
