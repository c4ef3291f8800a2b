import './admin.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { askAhead } from '../features/editor/opening.ts';
import { ErrorScreen } from './error-screen.tsx';
import { lateScreen } from './late.tsx';
import { NowhereScreen } from './nowhere-screen.tsx';
import { queries } from './queries.ts';
import { Shell } from './shell.tsx';

const HomeScreen = lateScreen(async () => (await import('../features/home/home-screen.tsx')).HomeScreen);
const CommentsScreen = lateScreen(
  async () => (await import('../features/comments/comments-screen.tsx')).CommentsScreen,
);
const PostsScreen = lateScreen(async () => (await import('../features/posts/posts-screen.tsx')).PostsScreen);
const MediaScreen = lateScreen(async () => (await import('../features/media/media-screen.tsx')).MediaScreen);
const TermsScreen = lateScreen(async () => (await import('../features/terms/terms-screen.tsx')).TermsScreen);
const TermScreen = lateScreen(async () => (await import('../features/terms/term-screen.tsx')).TermScreen);
const UsersScreen = lateScreen(async () => (await import('../features/users/users-screen.tsx')).UsersScreen);
const UserScreen = lateScreen(async () => (await import('../features/users/user-screen.tsx')).UserScreen);
const InviteScreen = lateScreen(
  async () => (await import('../features/users/invite-screen.tsx')).InviteScreen,
);
const EditorScreen = lateScreen(async () => {
  askAhead();
  return (await import('../features/editor/editor-screen.tsx')).EditorScreen;
});

const router = createBrowserRouter(
  [
    {
      path: '/',
      element: <Shell />,
      errorElement: <ErrorScreen />,
      children: [
        { index: true, element: <HomeScreen /> },
        { path: 'edit.php', element: <PostsScreen /> },
        { path: 'edit-comments.php', element: <CommentsScreen /> },
        { path: 'upload.php', element: <MediaScreen /> },
        { path: 'post.php', element: <EditorScreen /> },
        { path: 'post-new.php', element: <EditorScreen /> },
        { path: 'edit-tags.php', element: <TermsScreen /> },
        { path: 'term.php', element: <TermScreen /> },
        { path: 'users.php', element: <UsersScreen /> },
        { path: 'user-edit.php', element: <UserScreen /> },
        { path: 'user-new.php', element: <InviteScreen /> },
        { path: '*', element: <NowhereScreen /> },
      ],
    },
  ],
  { basename: '/wp-admin' },
);

const place = document.querySelector('#newsroom');
if (place) {
  createRoot(place).render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}
